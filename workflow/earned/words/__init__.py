"""English notations of numbers and dates, as authors write them and scorers read them."""
