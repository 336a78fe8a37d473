import encodeQR from 'qr'

/** The quiet zone that scanners need. */
const borderModules = 4

/** A QR code as an SVG path. The page renders the path in an `<svg>` element, never as raw HTML. */
export function drawQrCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: borderModules })
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return { size: rows.length, path }
}
