"""Small tables as public files have them, for questions in everyday words."""

from datetime import date

TODAY = date(2025, 9, 30)
PORTS = ("Oslo", "Bergen", "Bodo")
STAFF = {
    "hr_employee_data": [
        "EmployeeNumber,Age,Attrition,BusinessTravel,Department,DistanceFromHome,EducationField,Gender,JobRole,"
        "JobSatisfaction,MaritalStatus,MonthlyIncome,NumCompaniesWorked,OverTime,YearsAtCompany,Smoker"
    ]
    + [
        f"{n},{22 + n % 38},{('No', 'Yes', 'No')[n % 3]},{('Travel_Rarely', 'Non-Travel')[n % 2]},"
        f"{('Sales', 'Research', 'Human Resources')[n % 3]},{1 + n % 29},{('Medical', 'Marketing')[n % 2]},"
        f"{('Female', 'Male')[n % 2]},{('Manager', 'Clerk', 'Nurse')[n % 3]},{1 + n % 4},"
        f"{('Single', 'Married')[n % 2]},{2000 + 37 * n},{n % 8},{('Yes', 'No')[n % 2]},{n % 21},"
        f"{('Yes', 'No', 'No')[n % 3]}"
        for n in range(1, 91)
    ],
}
FILMS = {
    "movies": [
        "movie_id,title,genre,director,release_date,runtime,budget,revenue,vote_average,vote_count,popularity"
    ]
    + [
        f"{n},Story {n},{('Drama', 'Comedy', 'Horror')[n % 3]},{('A. Lund', 'B. Moe')[n % 2]},"
        f"20{10 + n % 14}-0{1 + n % 9}-1{n % 9},{80 + n % 70},{1000000 + 7919 * n},{900000 + 15013 * n},"
        f"{4 + n % 5}.{n % 10},{100 + 13 * n},{n % 50}.5"
        for n in range(1, 71)
    ],
}
WEATHER = {
    "daily_weather": [
        "station,date,temperature_max,temperature_min,precipitation,snow_depth,sunshine_hours,wind_speed,humidity"
    ]
    + [
        f"{PORTS[n % 3]},2024-{1 + n // 90:02d}-{1 + (n // 3) % 28:02d},{10 + n % 15},{n % 10},{n % 7}.2,"
        f"{n % 4},{n % 12}.5,{3 + n % 9},{60 + n % 35}"
        for n in range(1, 270)
    ],
}
HALLS = {
    "web_sessions": ["session_id,visited_at,page_views,device_category,ratings_count,average_rating"]
    + [
        f"{n},2025-0{1 + n % 8}-1{n % 9},{1 + n % 12},{('mobile', 'desktop')[n % 2]},{10 + n},{1 + n % 5}.5"
        for n in range(1, 61)
    ],
    "halls": ["hall_id,hall_name,town,seating_capacity,children_area,opened_on"]
    + [
        f"{n},Hall {n},{PORTS[n % 3]},{150 + 17 * n},{n % 40},20{10 + n % 9}-0{1 + n % 9}-11"
        for n in range(1, 31)
    ],
    "homes": ["home_id,street,property_type,living_area_sqm,asking_price"]
    + [
        f"{n},Elm Road {n},{('Apartment', 'Villa', 'Studio')[n % 3]},{30 + 3 * n},{90000 + 1003 * n}"
        for n in range(1, 61)
    ],
    "bike_trips": ["trip_id,started_at,start_hall_id,duration_sec,user_type"]
    + [
        f"{n},2025-0{1 + n % 8}-1{n % 9},{1 + n % 30},{120 + 31 * n},{('Member', 'Casual')[n % 2]}"
        for n in range(1, 91)
    ],
}
CARS = {
    "cars": [
        "car_id,name,make,mpg,cylinders,displacement,horsepower,weight,model_year,origin,fuel_type,"
        "selling_price"
    ]
    + [
        f"{n},Car {n},{('Ford', 'Saab', 'Fiat')[n % 3]},{14 + n % 30},{(4, 6, 8)[n % 3]},{90 + 3 * n},"
        f"{60 + 2 * n},{1600 + 11 * n},{1970 + n % 13},{('usa', 'europe')[n % 2]},"
        f"{('Petrol', 'Diesel')[n % 2]},{2000 + 91 * n}"
        for n in range(1, 61)
    ],
}
