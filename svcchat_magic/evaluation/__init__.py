"""Grade an agent: questions with the SQL that answers each, asked and compared as sets of rows."""
