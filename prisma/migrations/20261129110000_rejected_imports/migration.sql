-- An import that stored nothing because of invalid lines is rejected, as all pages say. Its count of invalid lines has the name
-- that the API uses.
alter type import_state rename value 'refused' to 'rejected';
alter table import_batch rename column refused to invalid_lines;

-- Not-null constraints have names of their own since PostgreSQL 18.
do $$
begin
  if exists (select from pg_constraint where contype = 'n' and conname = 'import_batch_refused_not_null') then
    alter table import_batch rename constraint import_batch_refused_not_null to import_batch_invalid_lines_not_null;
  end if;
end
$$;
