-- Why an annotator is served no work, or 'screening' if they are served that instead; null if nothing blocks them.
create or replace function find_bar(p_project uuid, p_user uuid) returns text
language plpgsql stable
as $$
begin
  return (
    select case
      when m.paused_at is not null then 'paused'
      when m.role = 'annotator' and g.screens_newcomer then nullif(coalesce(s.standing::text, 'due'), 'admitted')
    end
    from member m
      left join queue_gate g on g.project_id = m.project_id
      left join queue_standing s on s.project_id = m.project_id and s.user_id = m.user_id
    where m.project_id = p_project and m.user_id = p_user
  );
end
$$;
