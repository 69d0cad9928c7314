"""A model whose words have several meanings, and its data."""

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from tests.campaigns.question_sets import SetTools

MODEL = """
cubes:
  - name: parcels
    sql_table: parcels
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: pickup_date, sql: "{CUBE}.pickup_date", type: time}
      - {name: delivery_date, sql: "{CUBE}.delivery_date", type: time}
      - {name: sender_city, sql: "{CUBE}.sender_city", type: string}
      - {name: receiver_city, sql: "{CUBE}.receiver_city", type: string}
      - {name: plan, sql: "{CUBE}.plan", type: string}
    measures:
      - {name: count, type: count, title: Parcels}
      - {name: postage, sql: "{CUBE}.postage", type: sum, format: currency}
  - name: customers
    sql_table: customers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: name, sql: "{CUBE}.name", type: string}
    measures:
      - {name: count, type: count, title: Customers}
  - name: tolls
    sql_table: tolls
    joins:
      - {name: drivers, relationship: many_to_one, sql: "{CUBE}.driver_id = {drivers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
    measures:
      - {name: toll, sql: "{CUBE}.toll", type: sum, format: currency}
  - name: drivers
    sql_table: drivers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: name, sql: "{CUBE}.name", type: string}
    measures:
      - {name: count, type: count, title: Drivers}
  - name: claims
    sql_table: claims
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: filed_on, sql: "{CUBE}.filed_on", type: time}
      - {name: rhythm, sql: "{CUBE}.rhythm", type: string}
    measures:
      - {name: total, sql: "{CUBE}.amount", type: sum, title: Settled value}
  - name: visits
    sql_table: visits
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: visited_on, sql: "{CUBE}.visited_on", type: time}
      - {name: region, sql: "{CUBE}.region", type: string}
    measures:
      - {name: count, type: count, title: Visits}
      - {name: missed, type: count, title: Missed visits, filters: [{sql: "{CUBE}.missed"}]}
  - name: payouts
    sql_table: payouts
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: made_on, sql: "{CUBE}.made_on", type: time}
    measures:
      - {name: total, sql: "{CUBE}.amount", type: sum, title: Settled value}
"""
MANY = range(1, 60)  # of a few drivers each one would be meant
DATA = {
    "tolls": "id,driver_id,toll\n" + "".join(f"{at},{at},{at}\n" for at in MANY),
    "drivers": "id,name\n" + "".join(f"{at},Driver {at}\n" for at in MANY),
    "parcels": (
        "id,customer_id,pickup_date,delivery_date,sender_city,receiver_city,plan,postage\n"
        "1,1,2024-01-30,2024-02-02,Oslo,Bergen,monthly,5\n"
        "2,2,2024-02-10,2024-02-12,Bergen,Oslo,yearly,7\n"
        "3,2,2024-03-01,2024-03-03,Bergen,Hamar,monthly,9\n"
    ),
    "customers": "id,name\n1,Ada\n2,Bo\n",
    "claims": "id,filed_on,amount,rhythm\n1,2024-02-01,50,monthly\n",
    "visits": (
        "id,customer_id,visited_on,region,missed\n"
        "1,1,2024-02-01,North,true\n"
        "2,1,2024-03-01,South,false\n"
        "3,2,2024-03-05,South,true\n"
        "4,2,2024-03-06,South,true\n"
    ),
    "payouts": "id,made_on,amount\n1,2024-02-09,40\n",
}


def open_tools(folder):
    """The tools of an analyst over this model, and the engine to close."""
    for name, text in DATA.items():
        (folder / f"{name}.csv").write_text(text)

    (folder / "model").mkdir()
    (folder / "model" / "parcels.yml").write_text(MODEL)
    engine = DuckDBEngine.open(folder)
    return SetTools(load_model(folder / "model"), engine), engine
