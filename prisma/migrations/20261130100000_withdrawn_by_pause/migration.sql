-- Ending a pause withdraws annotations. Returned ones are those that an annotator has to correct.
alter table pause rename column returned to withdrawn;
alter table pause rename column returned_since to withdrawn_since;
