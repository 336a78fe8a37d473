import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { pressKeys } from './actions'

/** Downloads a plot by keyboard in both formats. Returns what is in the files. */
export async function downloadPlot(page: Page, name: string) {
  const svg = await downloadFile(page, `Download ${name} as SVG`)
  const png = await downloadFile(page, `Download ${name} as PNG`)
  return {
    fileNames: [svg.fileName, png.fileName],
    ...(await readSvg(page, svg.bytes.toString())),
    pngSize: [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)],
  }
}

/** Downloads the file of a button by keyboard. */
export async function downloadFile(page: Page, button: string) {
  await page.getByRole('button', { name: button }).focus()
  const [download] = await Promise.all([page.waitForEvent('download'), pressKeys(page, 'Enter')])
  return { fileName: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const readSvg = (page: Page, svg: string) =>
  page.evaluate((text) => {
    const { documentElement: image } = new DOMParser().parseFromString(text, 'image/svg+xml')
    const elements = [image, ...image.querySelectorAll('*')]
    const attributes = elements.flatMap((element) => [...element.attributes])
    const valuesOf = (name: string) => [
      ...new Set(attributes.filter((item) => item.name === name).map(({ value }) => value)),
    ]
    return {
      rootName: image.localName,
      size: [Number(image.getAttribute('width')), Number(image.getAttribute('height'))],
      viewBox: image.getAttribute('viewBox'),
      title: image.querySelector('title')?.textContent,
      paper: image.querySelector('rect')?.getAttribute('fill'),
      colours: [...valuesOf('fill'), ...valuesOf('stroke')],
      texts: Array.from(image.querySelectorAll('text'), ({ textContent }) => textContent),
      // A style sheet of the page would be missing in the file.
      dependencies: [
        ...attributes
          .map((item) => item.name)
          .filter((item) => ['class', 'style', 'href', 'xlink:href', 'src'].includes(item)),
        ...(text.match(/var\([^)]*\)|light-dark\(|url\("?(?!#|&quot;#)[^)]*\)/g) ?? []),
      ],
    }
  }, svg)
