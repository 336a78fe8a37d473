-- Turns off webhooks when their author's account is disabled or stops being an instance admin.
create or replace function disable_webhooks_of_account() returns trigger
language plpgsql
as $$
begin
  perform disable_webhooks(new.id);
  return null;
end
$$;
