-- Turns off webhooks when their author stops being a project admin.
create or replace function disable_webhooks_of_member() returns trigger
language plpgsql
as $$
begin
  perform disable_webhooks(old.user_id);
  return null;
end
$$;
