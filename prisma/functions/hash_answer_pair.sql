-- Identifies a pair of final and reference answer, as `hashAnswerPair` does in lib/answers/server/answer-pair-hash.ts.
create or replace function hash_answer_pair(answer text, reference_answer text) returns bytea
language sql immutable parallel safe strict
as $$
  select sha256(convert_to(answer, 'UTF8') || '\x00'::bytea || convert_to(reference_answer, 'UTF8'))
$$;
