-- The stored list `question_step` replaced what it was for. Open questions of a solution are looked up by solution.
drop index question_open_idx;
