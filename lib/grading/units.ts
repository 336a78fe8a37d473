import { makeRational, type Rational } from './rational'

interface Unit {
  /** The exponent of each dimension. A speed has length 1 and time -1. */
  dimensions: ReadonlyMap<string, number>
  /** Size in base units of the dimensions. */
  factor: Rational
}

/**
 * Dimensions, names, and the numerator and denominator of the factor. Names of up to three letters are symbols, which are
 * case-sensitive if both cases exist.
 */
const table: readonly (readonly [string, string, number, number?])[] = [
  ['length', 'm meter metre', 1],
  ['length', 'km kilometer kilometre', 1000],
  ['length', 'dm decimeter decimetre', 1, 10],
  ['length', 'cm centimeter centimetre', 1, 100],
  ['length', 'mm millimeter millimetre', 1, 1000],
  ['length', 'nm nanometer nanometre', 1, 1_000_000_000],
  ['length', 'in inch inche', 254, 10_000],
  ['length', 'ft foot feet', 3048, 10_000],
  ['length', 'yd yard', 9144, 10_000],
  ['length', 'mi mile', 1_609_344, 1000],
  ['length^2', 'ha hectare', 10_000],
  ['length^2', 'acre', 40_468_564_224, 10_000_000],
  ['length^3', 'l L liter litre', 1, 1000],
  ['length^3', 'ml mL milliliter millilitre', 1, 1_000_000],
  ['length^3', 'cl cL centiliter centilitre', 1, 100_000],
  ['length^3', 'gal gallon', 3_785_411_784, 1_000_000_000_000],
  ['length^3', 'qt quart', 946_352_946, 1_000_000_000_000],
  ['length^3', 'pt pint', 473_176_473, 1_000_000_000_000],
  ['time', 's sec second', 1],
  ['time', 'ms millisecond', 1, 1000],
  ['time', 'min minute', 60],
  ['time', 'h hr hour', 3600],
  ['time', 'day', 86_400],
  ['time', 'week', 604_800],
  ['months', 'month', 1],
  ['months', 'year yr', 12],
  ['months', 'decade', 120],
  ['months', 'century centurie', 1200],
  ['mass', 'g gram', 1],
  ['mass', 'kg kilogram', 1000],
  ['mass', 'mg milligram', 1, 1000],
  ['mass', 'tonne', 1_000_000],
  ['mass', 'oz ounce', 45_359_237, 1_600_000],
  ['mass', 'lb pound', 45_359_237, 100_000],
  ['length time^-1', 'mph', 1_609_344, 3_600_000],
  ['length time^-1', 'kph kmh', 1000, 3600],
  ['time^-1', 'Hz hertz', 1],
  ['time^-1', 'kHz kilohertz', 1000],
  ['mass length time^-2', 'N newton', 1000],
  ['mass length time^-2', 'kN kilonewton', 1_000_000],
  ['mass length^-1 time^-2', 'Pa pascal', 1000],
  ['mass length^2 time^-2', 'J joule', 1000],
  ['mass length^2 time^-2', 'kJ kilojoule', 1_000_000],
  ['mass length^2 time^-2', 'MJ megajoule', 1_000_000_000],
  ['mass length^2 time^-2', 'kWh', 3_600_000_000],
  ['mass length^2 time^-3', 'W watt', 1000],
  ['mass length^2 time^-3', 'kW kilowatt', 1_000_000],
  ['mass length^2 time^-3', 'MW megawatt', 1_000_000_000],
  ['money', 'dollar usd $ buck', 1],
  ['money', 'cent ¢ penny pennie', 1, 100],
  ['euro', 'euro eur €', 1],
  ['sterling', 'gbp £', 1],
  ['rupee', 'rupee inr ₹ rs', 1],
  ['yen', 'yen jpy ¥', 1],
  ['angle', 'degree', 1],
  ['radian', 'rad radian', 1],
  ['share', 'percent percentage pct %', 1],
  // As for months, these have dimensions of their own, because the factor is ambiguous (1000 or 1024, 365 or 366 days) or
  // the conversion has an offset.
  ['celsius', 'celsius centigrade', 1],
  ['fahrenheit', 'fahrenheit', 1],
  ['kelvin', 'K kelvin', 1],
  ['byte', 'byte', 1],
  ['kilobyte', 'KB kB kilobyte', 1],
  ['megabyte', 'MB megabyte', 1],
  ['gigabyte', 'GB gigabyte', 1],
  ['terabyte', 'TB terabyte', 1],
]

const readDimensions = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text.split(' ').map((part) => {
      const [name = '', power = '1'] = part.split('^')
      return [name, Number(power)]
    }),
  )

const units: ReadonlyMap<string, Unit> = new Map(
  table.flatMap(([dimensions, names, numerator, denominator = 1]) =>
    names.split(' ').map((name) => [
      name,
      {
        dimensions: readDimensions(dimensions),
        factor: makeRational(BigInt(numerator), BigInt(denominator))!,
      } satisfies Unit,
    ]),
  ),
)

/** Two-letter names that are a unit only after a space, because they could be two variables. */
const ambiguousSymbols = new Set(['ha', 'ms', 'pt', 'mi', 'cl', 'rs', 'nm', 'dm'])

export const isUnitName = (word: string, isSpaced = true): boolean =>
  findUnit(word) !== undefined && (isSpaced || !ambiguousSymbols.has(word))

const findUnit = (word: string): Unit | undefined =>
  units.get(word) ?? units.get(singular(word)) ?? units.get(singular(word.toLowerCase()))

const singular = (word: string) =>
  word.length > 2 && /[^s]s$/.test(word) ? word.replace(/(?<=x|ch|sh)es$|s$/, '') : word

const unitToken = /[a-zA-Z$€£¥₹¢%\p{L}]+|\^?-?\d+|[/^]/gu
const fillers = new Set(
  'of the a an in and long wide tall high deep thick old total altogether exactly only'.split(' '),
)

interface Part {
  name: string
  power: number
}

/**
 * Returns a canonical spelling of a unit, independent of the order of a product: `length time^-1:5/18` for `km/h`,
 * `length^2:1/1` for `square meters`. For unknown units, returns the words, sorted.
 */
export function toCanonicalUnit(text: string): string {
  const parts = readParts(
    text
      .replace(/\\cdot|[{}()]/g, ' ')
      .replace(/\^\s*(-?)\s*(?=\d)/g, '^$1')
      .replace(/\bdeg(?:ree)?s?\s+(?:C\b|celsius|centigrade)/gi, 'celsius')
      .replace(/\bdeg(?:ree)?s?\s+(?:F\b|fahrenheit)/gi, 'fahrenheit'),
  )
  const product = parts.length > 0 ? multiplyUnits(parts) : null
  if (product) return writeUnit(product)
  return parts
    .map(({ name, power }) => nameUnit(name) + (power === 1 ? '' : `^${power}`))
    .sort()
    .join(' ')
}

/** Returns the canonical name of one word. Known units are in angle brackets. */
function nameUnit(name: string): string {
  const unit = findUnit(name)
  return unit ? `<${writeUnit(unit).replaceAll(' ', '*')}>` : singular(name.toLowerCase())
}

function readParts(text: string): Part[] {
  const parts: Part[] = []
  let isUnder = false
  let power = 1
  for (const [match] of text.matchAll(unitToken)) {
    const word = match.toLowerCase()
    const last = parts.at(-1)
    if (match === '/' || word === 'per') isUnder = true
    else if (/^(?:sq|square)$/.test(word)) power = 2
    else if (/^(?:cu|cubic)$/.test(word)) power = 3
    else if (last && /^(?:squared|cubed)$/.test(word)) last.power *= word === 'cubed' ? 3 : 2
    else if (last && /^\^-?\d$/.test(match)) last.power *= Number(match.slice(1))
    else if (!/^\^?-?\d|\^/.test(match) && !fillers.has(word)) {
      parts.push({ name: match, power: isUnder ? -power : power })
      isUnder = false
      power = 1
    } else if (/\d/.test(match)) parts.push({ name: match, power: 1 })
  }
  return parts
}

function multiplyUnits(parts: readonly Part[]): Unit | null {
  const dimensions = new Map<string, number>()
  let [numerator, denominator] = [1n, 1n]
  for (const { name, power } of parts) {
    const unit = findUnit(name)
    if (!unit || Math.abs(power) > 4) return null
    const { factor } = unit
    const times = BigInt(Math.abs(power))
    numerator *= (power > 0 ? factor.numerator : factor.denominator) ** times
    denominator *= (power > 0 ? factor.denominator : factor.numerator) ** times
    for (const [dimension, count] of unit.dimensions)
      dimensions.set(dimension, (dimensions.get(dimension) ?? 0) + count * power)
  }
  const factor = parts.length <= 6 ? makeRational(numerator, denominator) : null
  return factor && { dimensions, factor }
}

function writeUnit({ dimensions, factor }: Unit): string {
  const names = [...dimensions]
    .filter(([, power]) => power !== 0)
    .map(([name, power]) => (power === 1 ? name : `${name}^${power}`))
    .sort()
  return `${names.join(' ')}:${factor.numerator}/${factor.denominator}`
}

/** Returns how many of `to` make one of `from`; null unless both are known units of the same quantity. */
export function findUnitConversionFactor(from: string, to: string): Rational | null {
  const [a, b] = [from, to].map((unit) => /^([a-z^ \d-]*):(\d+)\/(\d+)$/.exec(unit))
  if (!a || !b || a[1] !== b[1]) return null
  return makeRational(BigInt(a[2]!) * BigInt(b[3]!), BigInt(a[3]!) * BigInt(b[2]!))
}

const isKnownUnit = (unit: string) => /^[a-z^ \d-]*:\d+\/\d+$/.test(unit)

/** Returns the words of a canonical unit. A known unit counts as one word. */
export const listUnitWords = (unit: string): string[] =>
  isKnownUnit(unit) ? [`<${unit.replaceAll(' ', '*')}>`] : unit.split(' ')
