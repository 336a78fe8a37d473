-- Names in the words of the UI and the docs: verdicts are overridden, annotators' names are hidden, browsers are known.
alter table solution rename column overruled_at to overridden_at;
alter table solution rename column overrule_note to override_note;
alter table solution rename constraint solution_overruled to solution_overridden;

alter table project rename column hides_labelers to hides_annotator_names;

alter table known_device rename to known_browser;
alter table known_browser rename constraint known_device_pkey to known_browser_pkey;
alter table known_browser rename constraint known_device_user_id_fkey to known_browser_user_id_fkey;
alter table known_browser rename constraint known_device_session_id_fkey to known_browser_session_id_fkey;
alter index known_device_secret_hash_key rename to known_browser_secret_hash_key;
alter index known_device_session_id_key rename to known_browser_session_id_key;
alter index known_device_user_id_idx rename to known_browser_user_id_idx;

-- Not-null constraints have names of their own since PostgreSQL 18.
do $$
declare
  old record;
begin
  for old in
    select conrelid::regclass as relation, conname as name from pg_constraint
    where contype = 'n' and conname ~ '^(known_device|project_hides_labelers)_'
  loop
    execute format('alter table %s rename constraint %I to %I', old.relation, old.name,
      replace(replace(old.name, 'known_device', 'known_browser'), 'hides_labelers', 'hides_annotator_names'));
  end loop;
end
$$;
