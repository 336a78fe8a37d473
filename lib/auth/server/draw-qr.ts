import encodeQR from 'qr'

/** The quiet zone that readers want around it. */
const borderModules = 4

/** A QR code as the path of an SVG: drawn by the page as an element, never as markup. */
export function drawQr(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: borderModules })
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return { size: rows.length, path }
}
