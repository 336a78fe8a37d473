import { Logo } from './logo'

/** Classes of the bar at the top of every page. */
export const headerClasses =
  'sticky top-0 z-30 flex h-head flex-none items-center gap-4 border-b border-rule bg-paper px-6 ' +
  'max-desk:gap-3 max-desk:px-4'

/** Classes of the link around `Brand`. */
export const brandClasses =
  'inline-flex items-center gap-2 font-read text-[1.0625rem]/none font-text text-ink no-underline hover:text-ink'

/** Logo and name, on a phone the logo alone. */
export function Brand() {
  return (
    <>
      <Logo />
      <span className="max-desk:hidden">Stepmark</span>
    </>
  )
}
