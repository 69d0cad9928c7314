"""A chain of pharmacies: prescriptions, products, stores, purchase orders and loyalty customers."""
