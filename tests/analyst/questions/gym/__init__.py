"""A chain of gyms: its members, their visits, the classes held, and what was paid."""
