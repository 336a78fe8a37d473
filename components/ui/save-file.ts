/** Saves a file that the page made, as if it were downloaded. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has not started to read the file yet.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
