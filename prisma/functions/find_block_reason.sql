-- Why an annotator is served no work, or 'screening' if they are served that instead; null if nothing blocks them.
create or replace function find_block_reason(p_project uuid, p_user uuid) returns text
language plpgsql stable
as $$
begin
  return (
    select case
      when m.paused_at is not null then 'paused'
      when m.role = 'annotator' and g.requires_screening then nullif(coalesce(s.status::text, 'required'), 'admitted')
    end
    from member m
      left join queue_settings g on g.project_id = m.project_id
      left join queue_admission s on s.project_id = m.project_id and s.user_id = m.user_id
    where m.project_id = p_project and m.user_id = p_user
  );
end
$$;
