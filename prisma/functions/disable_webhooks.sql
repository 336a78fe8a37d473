-- Turns off the webhooks of an account that may no longer run their project.
create or replace function disable_webhooks(p_user uuid) returns void
language sql
as $$
  update webhook w set disabled_at = clock_timestamp(), disabled_reason = 'Its creator is no longer an admin of this project.'
  where w.user_id = p_user and w.disabled_at is null and not exists (
    select from app_user u where u.id = p_user and u.disabled_at is null and (u.is_instance_admin or exists (
      select from member m where m.project_id = w.project_id and m.user_id = u.id and m.role = 'admin')))
$$;
