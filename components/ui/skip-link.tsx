/** The first element in the tab order of every page. Each page's `<main>` has the id. */
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
