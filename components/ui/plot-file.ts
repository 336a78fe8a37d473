export const plotFormats = ['svg', 'png'] as const
export type PlotFormat = (typeof plotFormats)[number]

/** Returns `demo-ratings-per-day.svg` for a plot on a page of the project `demo`. */
export function formatDownloadName(
  pathname: string,
  name: string,
  format: PlotFormat | 'csv',
): string {
  const slug = /^\/projects\/([^/]+)/.exec(pathname)?.[1]
  const fileName = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${slug === undefined ? '' : `${slug}-`}${fileName}.${format}`
}

/** Splits a computed colour into one without transparency and its opacity: few programs read `rgba()` in SVG. */
export function splitColour(colour: string): { colour: string; opacity: number } {
  const [, red, green, blue, alpha = '1'] =
    /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour) ?? []
  if (red === undefined) return { colour, opacity: 1 }
  const hex = [red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0'))
  return { colour: `#${hex.join('')}`, opacity: Number(alpha) }
}
