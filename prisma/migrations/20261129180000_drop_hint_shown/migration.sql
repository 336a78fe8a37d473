-- It was always false: annotators see no hints.
alter table annotation_event drop column hint_shown;
