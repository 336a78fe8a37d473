-- Keeps history as it is. Deleting a project still deletes its rows.
create or replace function refuse_history_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
