-- Turns off webhooks when their author stops being a project admin.
create or replace function close_webhooks_of_member() returns trigger
language plpgsql
as $$
begin
  perform close_webhooks_of(old.user_id);
  return null;
end
$$;
