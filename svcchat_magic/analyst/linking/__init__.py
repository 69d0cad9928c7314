"""What words of a question can mean in one data model."""
