-- SHA-256 of a problem statement without differences in white space; the same rule as in lib/exports/normalise-statement.ts.
create or replace function hash_statement(statement text) returns bytea
language sql immutable parallel safe strict
as $$
  select sha256(convert_to(btrim(regexp_replace(normalize(statement, nfc),
    '[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' '), 'UTF8'))
$$;
