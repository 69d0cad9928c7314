"""What the data means: models, SQL over them, and the engine that runs it. Knows no chat and no HTTP."""
