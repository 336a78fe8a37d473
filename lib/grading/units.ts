import { makeRational, type Rational } from './rational'

interface Unit {
  /** What is measured: units of one dimension can be turned into each other. */
  dimension: string
  /** How many of the dimension's first unit it is. */
  factor: Rational
}

const table: readonly (readonly [string, string, number, number?])[] = [
  ['length', 'm meter metre', 1],
  ['length', 'km kilometer kilometre', 1000],
  ['length', 'cm centimeter centimetre', 1, 100],
  ['length', 'mm millimeter millimetre', 1, 1000],
  ['length', 'in inch inche', 254, 10_000],
  ['length', 'ft foot feet', 3048, 10_000],
  ['length', 'yd yard', 9144, 10_000],
  ['length', 'mi mile', 1_609_344, 1000],
  ['time', 's sec second', 1],
  ['time', 'min minute', 60],
  ['time', 'h hr hour', 3600],
  ['time', 'day', 86_400],
  ['time', 'week', 604_800],
  ['months', 'month', 1],
  ['months', 'year yr', 12],
  ['mass', 'g gram', 1],
  ['mass', 'kg kilogram', 1000],
  ['mass', 'mg milligram', 1, 1000],
  ['pounds', 'oz ounce', 1],
  ['pounds', 'lb pound', 16],
  ['volume', 'l liter litre', 1],
  ['volume', 'ml milliliter millilitre', 1, 1000],
  ['money', 'dollar usd $', 1],
  ['money', 'cent', 1, 100],
  ['angle', 'degree', 1],
  ['share', 'percent percentage pct %', 1],
  ['euro', 'euro eur €', 1],
  ['sterling', 'gbp £', 1],
]

const units: ReadonlyMap<string, Unit> = new Map(
  table.flatMap(([dimension, names, over, under = 1]) =>
    names
      .split(' ')
      .map((name) => [
        name,
        { dimension, factor: makeRational(BigInt(over), BigInt(under))! } satisfies Unit,
      ]),
  ),
)

export const isUnitName = (word: string): boolean => units.has(singular(word.toLowerCase()))

/** One spelling of each unit: `Square feet`, `ft^2` and `ft²` are one, whatever their order in a product. */
export function normaliseUnit(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/\bper\b/g, '/')
    .replace(/\bsq(?:uare)?\.?\s+([a-z]+)/g, '$1^2')
    .replace(/\bcu(?:bic)?\.?\s+([a-z]+)/g, '$1^3')
    .replace(/[\\{}()."',-]/g, ' ')
    .replace(/\s*([/^])\s*/g, '$1')
    .split(/\s+/)
    .filter((word) => word !== '' && !/^(?:of|the|a|an|in)$/.test(word))
    .map((word) => word.replace(/[a-z$€£%]+/g, nameUnit))
  return words.sort().join(' ')
}

function nameUnit(word: string): string {
  const unit = units.get(singular(word))
  return unit ? `${unit.dimension}:${unit.factor.over}/${unit.factor.under}` : singular(word)
}

const singular = (word: string) =>
  word.length > 3 && /[^s]s$/.test(word) ? word.replace(/(?<=x|ch|sh)es$|s$/, '') : word

/** How many of `to` one of `from` is; null when both are not known measures of one thing. */
export function convertUnit(from: string, to: string): Rational | null {
  const a = readUnit(from)
  const b = readUnit(to)
  if (!a || !b || a.dimension !== b.dimension || a.power !== b.power) return null
  const factor = makeRational(a.factor.over * b.factor.under, a.factor.under * b.factor.over)
  return factor && makeRational(factor.over ** a.power, factor.under ** a.power)
}

function readUnit(normalised: string): (Unit & { power: bigint }) | null {
  const match = /^([a-z]+):(\d+)\/(\d+)(?:\^([123]))?$/.exec(normalised)
  if (!match) return null
  const factor = makeRational(BigInt(match[2]!), BigInt(match[3]!))
  return factor && { dimension: match[1]!, factor, power: BigInt(match[4] ?? 1) }
}
