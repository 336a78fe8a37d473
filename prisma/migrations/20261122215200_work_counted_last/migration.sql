-- A person's row of the day is written last of all in a transaction: whoever submits takes it and then what they have
-- ahead, and whoever saves what was ahead has taken that already. In the midst of a transaction each waited for the other.
drop trigger labelling_works_first on labelling;
drop trigger labelling_works_more on labelling;
create constraint trigger labelling_works_first after insert on labelling
  deferrable initially deferred for each row
  when (new.counted_time_ms > 0) execute function note_work();
create constraint trigger labelling_works_more after update of total_time_ms on labelling
  deferrable initially deferred for each row
  when (new.counted_time_ms > old.counted_time_ms) execute function note_work();
