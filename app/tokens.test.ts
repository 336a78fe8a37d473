import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const css = readFileSync(join(repositoryRoot, 'app', 'tokens.css'), 'utf8')
const themes = ['light', 'dark'] as const
/** WCAG 2 level AA, for text of normal size and for borders of controls. */
const minTextRatio = 4.5
const minBorderRatio = 3

/** The colours of both themes, by name without `--color-`, as `#rrggbb`. */
const colours = new Map(
  [...css.matchAll(/--color-([\w-]+):\s*light-dark\(\s*(#\w{6}),\s*(#\w{6})\s*\)/g)].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }],
  ),
)

/** Relative luminance, from 0 (black) to 1 (white). https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function computeLuminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const channel = parseInt(colour.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Contrast ratio, from 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function computeContrast(
  theme: (typeof themes)[number],
  firstName: string,
  secondName: string,
): number {
  const luminances = [firstName, secondName].map((name) => {
    const colour = colours.get(name)
    if (!colour) throw new Error(`app/tokens.css has no colour ${name}.`)
    return computeLuminance(colour[theme])
  })
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

const surfaces = ['paper', 'surface', 'wash']
const textColours = ['ink', 'ink-2', 'ink-3', 'accent', 'accent-hover']
const ratings = ['negative', 'neutral', 'positive']
const codeColours = ['code-keyword', 'code-string', 'code-number']

const makePair = (first: string, second: string): [string, string] => [first, second]

const textPairs = [
  ...[...textColours, ...ratings, ...codeColours].flatMap((text) =>
    surfaces.map((surface) => makePair(text, surface)),
  ),
  ...[...textColours, ...ratings].map((text) => makePair(text, 'accent-wash')),
  ...ratings.flatMap((rating) => [
    makePair(rating, `${rating}-wash`),
    makePair('ink', `${rating}-wash`),
    makePair('on-mark', rating),
  ]),
  ...[0, 1, 2, 3].map((level) => makePair('ink', `seq-${level}`)),
  makePair('on-accent', 'accent'),
  makePair('on-accent', 'seq-4'),
]

const lines = ['line', 'accent', 'accent-mid', 'plot-axis', 'plot-2', 'plot-3', 'plot-4']
const borderPairs = [...lines, ...ratings].flatMap((line) =>
  surfaces
    .filter((surface) => !line.startsWith('plot') || surface !== 'wash')
    .map((surface) => makePair(line, surface)),
)

/** Colours that need no contrast: decoration, areas with an edge, or areas whose values are also text. */
const decorationPattern = /^(rule|plot-(band|grid|negative|neutral|positive))$/

describe.each(themes)('in the %s theme', (theme) => {
  test.each(textPairs)('text in %s on %s has enough contrast', (text, background) => {
    expect(computeContrast(theme, text, background)).toBeGreaterThanOrEqual(minTextRatio)
  })

  test.each(borderPairs)('a border in %s on %s has enough contrast', (line, surface) => {
    expect(computeContrast(theme, line, surface)).toBeGreaterThanOrEqual(minBorderRatio)
  })
})

test('every colour is in a tested pair or is a decoration', () => {
  const testedColours = new Set([...textPairs, ...borderPairs].flat())
  const names = [...colours.keys()].filter((name) => !decorationPattern.test(name))
  expect(names.filter((name) => !testedColours.has(name))).toEqual([])
})

test('the contrast ratios in the comments of app/tokens.css are correct', () => {
  const commentPattern =
    /--color-([\w-]+): light-dark\([^)]*\); \/\*\s*([\d. ]+?)\s*\|\s*([\d. ]+?)\s*\*\//g
  const documentedRatios = [...css.matchAll(commentPattern)].map(([, name, light, dark]) => ({
    name: name!,
    light: light!.split(/ +/),
    dark: dark!.split(/ +/),
  }))
  expect(documentedRatios.length).toBeGreaterThan(10)
  const computedRatios = documentedRatios.map(({ name }) => {
    const [light, dark] = themes.map((theme) =>
      surfaces.map((surface) => computeContrast(theme, name, surface).toFixed(1)),
    )
    return { name, light, dark }
  })
  expect(documentedRatios).toEqual(computedRatios)
})
