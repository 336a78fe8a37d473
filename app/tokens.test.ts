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

/** From 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function computeContrast(theme: (typeof themes)[number], first: string, second: string): number {
  const luminances = [first, second].map((name) => {
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

const pair = (first: string, second: string): [string, string] => [first, second]

const textPairs = [
  ...[...textColours, ...ratings, ...codeColours].flatMap((text) =>
    surfaces.map((surface) => pair(text, surface)),
  ),
  ...[...textColours, ...ratings].map((text) => pair(text, 'accent-wash')),
  ...ratings.flatMap((rating) => [
    pair(rating, `${rating}-wash`),
    pair('ink', `${rating}-wash`),
    pair('on-mark', rating),
  ]),
  ...[0, 1, 2, 3].map((level) => pair('ink', `seq-${level}`)),
  pair('on-accent', 'accent'),
  pair('on-accent', 'seq-4'),
]

const lines = ['line', 'accent', 'accent-mid', 'plot-axis', 'plot-2', 'plot-3', 'plot-4']
const borderPairs = [...lines, ...ratings].flatMap((line) =>
  surfaces
    .filter((surface) => !line.startsWith('plot') || surface !== 'wash')
    .map((surface) => pair(line, surface)),
)

/** Colours that need no contrast: decoration, areas with an edge, or areas whose values are also text. */
const decorations = /^(rule|plot-(band|grid|negative|neutral|positive))$/

describe.each(themes)('in the %s theme', (theme) => {
  test.each(textPairs)('text in %s on %s has enough contrast', (text, background) => {
    expect(computeContrast(theme, text, background)).toBeGreaterThanOrEqual(minTextRatio)
  })

  test.each(borderPairs)('a border in %s on %s has enough contrast', (line, surface) => {
    expect(computeContrast(theme, line, surface)).toBeGreaterThanOrEqual(minBorderRatio)
  })
})

test('every colour has a pair above, or is a decoration', () => {
  const paired = new Set([...textPairs, ...borderPairs].flat())
  const names = [...colours.keys()].filter((name) => !decorations.test(name))
  expect(names.filter((name) => !paired.has(name))).toEqual([])
})

test('the contrast ratios in the comments of the tokens are those of the colours', () => {
  const ratios =
    /--color-([\w-]+): light-dark\([^)]*\); \/\*\s*([\d. ]+?)\s*\|\s*([\d. ]+?)\s*\*\//g
  const commented = [...css.matchAll(ratios)].map(([, name, light, dark]) => ({
    name: name!,
    light: light!.split(/ +/),
    dark: dark!.split(/ +/),
  }))
  expect(commented.length).toBeGreaterThan(10)
  const computed = commented.map(({ name }) => {
    const [light, dark] = themes.map((theme) =>
      surfaces.map((surface) => computeContrast(theme, name, surface).toFixed(1)),
    )
    return { name, light, dark }
  })
  expect(commented).toEqual(computed)
})
