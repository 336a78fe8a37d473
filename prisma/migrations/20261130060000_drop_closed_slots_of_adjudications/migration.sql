-- Nothing read it: the queue item counts its closed slots.
alter table adjudication drop column closed_slots;
