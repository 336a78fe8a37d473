-- In a migration of its own: it reads the whole table, and nobody who signs in waits for it (SHARE UPDATE EXCLUSIVE).
alter table session validate constraint session_awaits_code_for_minutes;
