-- An import that stored nothing because of invalid lines is rejected, as all pages say. Its count of invalid lines has the name
-- that the API uses.
alter type import_state rename value 'refused' to 'rejected';
alter table import_batch rename column refused to invalid_lines;
