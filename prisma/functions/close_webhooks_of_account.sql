-- Turns off webhooks when their author's account is disabled or stops being an instance admin.
create or replace function close_webhooks_of_account() returns trigger
language plpgsql
as $$
begin
  perform close_webhooks_of(new.id);
  return null;
end
$$;
