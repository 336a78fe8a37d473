import { Prisma } from '@/lib/generated/prisma/client'
import { smallestExactProduct, sumTolerance } from '../aggregate-scores'

/** P(0) + P(+1) of the step score `e`; null if it is not a probability. */
const probabilitySql = Prisma.sql`
  case jsonb_typeof(e)
    when 'number' then case when e::float8 between 0 and 1 then e::float8 end
    else (
      select case when least(n, z, p) >= 0 and greatest(n, z, p) <= 1 and abs(n + z + p - 1) <= ${sumTolerance}::float8
        then least(1, z + p) end
      from (values ((e->0)::float8, (e->1)::float8, (e->2)::float8)) as score(n, z, p)
    )
  end`

const smallestLogarithm = Math.log(smallestExactProduct)

/**
 * On `solution s`: the imported score, or else the product of the imported step scores, as a round with the default
 * aggregation computes it (`aggregateScores`). Null without either, or if the step scores are not probabilities.
 */
export const importedScoreSql = Prisma.sql`coalesce(s.score, (
  select case
    when count(*) <> cardinality(s.steps) or count(probability) <> count(*) then null
    when min(probability) = 0 then 0
    when sum(ln(nullif(probability, 0))) < ${smallestLogarithm}::float8
      then ${smallestExactProduct}::float8 * ${smallestLogarithm}::float8 / sum(ln(nullif(probability, 0)))
    else exp(sum(ln(nullif(probability, 0))))
  end
  from (
    select ${probabilitySql} as probability
    from jsonb_array_elements(case when jsonb_typeof(s.step_scores) = 'array' then s.step_scores end) as e
  ) steps
))`
