-- Alternatives and candidate explanations of a step are shown once the annotator has rated it negative. Sent earlier, their
-- place would reveal where the error may be.
create table option_reveal (
  project_id uuid not null,
  annotation_id uuid not null,
  revision smallint not null,
  step smallint not null check (step >= 0),
  revealed_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, annotation_id, revision, step),
  foreign key (project_id, annotation_id) references annotation on delete cascade on update cascade
);

-- Until now, all were visible. What counts is the first error.
insert into option_reveal (project_id, annotation_id, revision, step)
select project_id, id, revision, cardinality(ratings) - 1 from annotation
where flow = 'solution' and user_id is not null and ratings[cardinality(ratings)] = -1;

drop function renew_lease(uuid, uuid, uuid, int, boolean);
drop function read_work(uuid, uuid);

-- The steps of a solution, as it is now, whose options and explanations an annotator has seen. Sorted.
create or replace function list_revealed_steps(p_project uuid, p_solution uuid, p_user uuid) returns int[]
language sql stable
as $$
  select coalesce(array_agg(r.step::int order by r.step), '{}')
  from solution s
    join annotation l on l.project_id = s.project_id and l.solution_id = s.id and l.user_id = p_user
    join option_reveal r on r.project_id = l.project_id and r.annotation_id = l.id and r.revision = s.revision
  where s.project_id = p_project and s.id = p_solution
$$;

-- What an annotator can rate in a solution: its steps, options and explanations. In flow `solution`, options and
-- explanations only of the steps that were revealed to them, because their place shows where the error may be.
create or replace function read_work(p_project uuid, p_solution uuid, p_user uuid)
returns table (flow text, revision int, step_count int, revealed int[], options jsonb, explanations jsonb)
language sql stable
as $$
  select s.flow::text, s.revision::int, cardinality(s.steps), v.steps,
    coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option,
        'text', case when s.flow = 'step_choice' then o.text end) order by o.step, o.option)
      from step_option o where o.project_id = s.project_id and o.solution_id = s.id
        and (s.flow = 'step_choice' or o.option > 0 and o.step = any(v.steps))), '[]'),
    coalesce((select jsonb_agg(jsonb_build_object('step', x.step, 'text', x.text) order by x.step, x.position)
      from step_explanation x where x.project_id = s.project_id and x.solution_id = s.id and x.step = any(v.steps)), '[]')
  from solution s
    cross join lateral (select list_revealed_steps(p_project, p_solution, p_user) as steps) v
  where s.project_id = p_project and s.id = p_solution
$$;

-- Extends a live lease, locks it until the transaction ends, and returns what can be rated; no row if the lease is over.
-- A save that ends the lease first waits for the annotator's other tabs, because it also touches their prefetched lease.
create or replace function renew_lease(p_project uuid, p_user uuid, p_lease uuid, p_minutes int, p_ends boolean)
returns table (
  solution_id uuid,
  seconds_left float8,
  flow text,
  revision int,
  step_count int,
  revealed int[],
  options jsonb,
  explanations jsonb
)
language plpgsql
as $$
declare
  renewed lease;
begin
  if p_ends then
    perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project || '/' || p_user, 0));
  end if;
  update lease e set expires_at = now() + make_interval(mins => p_minutes)
    where e.project_id = p_project and e.id = p_lease and e.user_id = p_user and e.expires_at > now()
    returning e.* into renewed;
  if not found then return; end if;
  return query
    select renewed.solution_id, extract(epoch from renewed.expires_at - now())::float8, o.*
    from read_work(p_project, renewed.solution_id, p_user) o;
end
$$;
