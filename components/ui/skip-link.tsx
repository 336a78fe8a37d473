/** The first stop of the Tab key on every page; each page's `<main>` carries the id. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute -top-20 left-4 z-10 rounded-control bg-surface px-3 py-2 focus:top-2"
    >
      Skip to the content
    </a>
  )
}
