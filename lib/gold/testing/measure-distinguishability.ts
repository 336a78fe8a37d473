export interface ClassifierObservation {
  isPositive: boolean
  /** Everything that an observer can see, for example replies, times and locations. */
  observation: unknown
}

const folds = 5
const passes = 300
const rate = 0.5
const penalty = 0.01

/** Lists every value of a reply by its path. A list is represented by its length and its first element. */
export function listFieldsByPath(value: unknown, path = ''): Map<string, string | number> {
  const fields = new Map<string, string | number>()
  const addAll = (part: unknown, name: string) => {
    for (const [key, field] of listFieldsByPath(part, `${path}/${name}`)) fields.set(key, field)
  }
  if (typeof value === 'number' || typeof value === 'string') fields.set(path, value)
  else if (typeof value === 'boolean') fields.set(path, Number(value))
  else if (value === null || value === undefined) fields.set(`${path} is nothing`, 1)
  else if (Array.isArray(value)) {
    fields.set(`${path} count`, value.length)
    if (value.length > 0) addAll(value[0], '0')
  } else for (const [name, part] of Object.entries(value)) addAll(part, name)
  return fields
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])/

/** Converts a field to numbers: for a text its length, for an id also its leading digits and its version. */
function* measureField(path: string, value: string | number): Generator<[string, number]> {
  if (typeof value === 'number') return yield [path, value]
  yield [`${path} length`, value.length]
  const id = idPattern.exec(value)
  if (!id) return
  yield [`${path} begins`, Number.parseInt(value.replace('-', '').slice(0, 12), 16)]
  yield [`${path} version`, Number.parseInt(id[1]!, 16)]
}

/** Returns one row of numbers per observation, and the names of the columns. A missing field is 0. */
export function buildFeatureRows(observations: readonly ClassifierObservation[]): {
  names: string[]
  rows: number[][]
} {
  const measured = observations.map(
    ({ observation }) =>
      new Map(
        [...listFieldsByPath(observation)].flatMap(([path, value]) => [
          ...measureField(path, value),
        ]),
      ),
  )
  const names = [...new Set(measured.flatMap((row) => [...row.keys()]))].toSorted()
  return { names, rows: measured.map((row) => names.map((name) => row.get(name) ?? 0)) }
}

/** The probability that a positive scores above a negative: 0.5 is chance. Ties count half. */
export function computeAuc(scores: readonly number[], labels: readonly boolean[]): number {
  const order = scores.map((score, i) => ({ score, isPositive: labels[i]! }))
  order.sort((a, b) => a.score - b.score)
  let [rankSum, count] = [0, 0]
  for (let start = 0; start < order.length;) {
    let end = start
    while (end < order.length && order[end]!.score === order[start]!.score) end++
    for (let i = start; i < end; i++)
      if (order[i]!.isPositive) {
        rankSum += (start + end + 1) / 2
        count += 1
      }
    start = end
  }
  return (rankSum - (count * (count + 1)) / 2) / (count * (order.length - count))
}

/** Scales ranks to -1.7..1.7, so that a time measured on a busy machine does not hide the rest. Ties share a rank. */
function rankColumn(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).toSorted((a, b) => values[a]! - values[b]!)
  const ranks = values.map(() => 0)
  for (let start = 0; start < order.length;) {
    let end = start
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++
    const rank = (start + end - 1) / 2 / Math.max(1, order.length - 1)
    for (let i = start; i < end; i++) ranks[order[i]!] = (2 * rank - 1) * Math.sqrt(3)
    start = end
  }
  return ranks
}

/** Replaces each column by its ranks and their squares, so that a difference in both directions is detected too. */
function standardise(rows: readonly number[][]): number[][] {
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, column) =>
    rankColumn(rows.map((row) => row[column]!)),
  )
  return rows.map((_, i) => columns.flatMap((column) => [column[i]!, column[i]! ** 2 - 1]))
}

function fitLogisticRegression(rows: readonly number[][], labels: readonly boolean[]): number[] {
  const weights = Array.from({ length: (rows[0]?.length ?? 0) + 1 }, () => 0)
  for (let pass = 0; pass < passes; pass++) {
    const gradient = weights.map((weight) => -penalty * weight)
    for (const [i, row] of rows.entries()) {
      const residual = (labels[i]! ? 1 : 0) - 1 / (1 + Math.exp(-score(weights, row)))
      gradient[0]! += residual / rows.length
      for (let j = 0; j < row.length; j++) gradient[j + 1]! += (residual * row[j]!) / rows.length
    }
    for (let j = 0; j < weights.length; j++) weights[j]! += rate * gradient[j]!
  }
  return weights
}

const score = (weights: readonly number[], row: readonly number[]) =>
  row.reduce((sum, value, j) => sum + value * weights[j + 1]!, weights[0]!)

export interface ClassifierResult {
  /** Cross-validated AUC of the classifier. */
  auc: number
  /** AUC of each field alone, at least 0.5, highest first. */
  fields: { name: string; auc: number }[]
}

/**
 * Measures how well the two classes can be told apart, by 5-fold cross-validation. Each fold is a consecutive part:
 * neighbours in time share the machine's load, and an observer does not know the classes of neighbours.
 */
export function measureDistinguishability(
  observations: readonly ClassifierObservation[],
): ClassifierResult {
  const { names, rows } = buildFeatureRows(observations)
  const labels = observations.map(({ isPositive }) => isPositive)
  const standard = standardise(rows)
  const scores = observations.map(() => 0)
  for (let fold = 0; fold < folds; fold++) {
    const isTested = (i: number) => Math.floor((i * folds) / observations.length) === fold
    const rowNumbers = observations.map((_, i) => i)
    const trainingRows = rowNumbers.filter((i) => !isTested(i))
    const weights = fitLogisticRegression(
      trainingRows.map((i) => standard[i]!),
      trainingRows.map((i) => labels[i]!),
    )
    for (const i of rowNumbers.filter(isTested)) scores[i] = score(weights, standard[i]!)
  }
  const perField = names.map((name, column) => {
    const auc = computeAuc(
      rows.map((row) => row[column]!),
      labels,
    )
    return { name, auc: Math.max(auc, 1 - auc) }
  })
  const fields = perField.toSorted((a, b) => b.auc - a.auc)
  return { auc: computeAuc(scores, labels), fields }
}
