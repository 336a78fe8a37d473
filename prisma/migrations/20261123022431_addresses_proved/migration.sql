-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "address_proved_at" TIMESTAMPTZ(6);

-- Accounts that are there keep their ways in.
update app_user set address_proved_at = created_at;

-- Everybody may run a function unless told otherwise, and this one writes as the owner of the log.
revoke execute on function append_audit_entry(text, uuid, text, text, text, text, text) from public;

-- A webhook tells a server of its maker's choosing: it goes on no longer than they may run the project.
create function close_webhooks_of(p_user uuid) returns void language sql as $$
  update webhook w set off_at = clock_timestamp(), off_reason = 'Who made it is no admin here any more.'
  where w.user_id = p_user and w.off_at is null and not exists (
    select from app_user u where u.id = p_user and u.disabled_at is null and (u.is_instance_admin or exists (
      select from member m where m.project_id = w.project_id and m.user_id = u.id and m.role = 'admin')))
$$;

create function close_webhooks_of_member() returns trigger language plpgsql as $$
begin
  perform close_webhooks_of(old.user_id);
  return null;
end
$$;
create trigger member_goes_closes_webhooks after delete on member
  for each row when (old.role = 'admin') execute function close_webhooks_of_member();
create trigger member_changes_closes_webhooks after update of role on member
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function close_webhooks_of_member();

create function close_webhooks_of_account() returns trigger language plpgsql as $$
begin
  perform close_webhooks_of(new.id);
  return null;
end
$$;
create trigger account_ends_closes_webhooks after update of disabled_at, is_instance_admin on app_user
  for each row when (
    (old.disabled_at is null and new.disabled_at is not null) or (old.is_instance_admin and not new.is_instance_admin))
  execute function close_webhooks_of_account();
