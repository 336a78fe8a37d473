export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** Behind TLS, the prefix restricts the cookie to this host, like the cookies that only the server sets. */
export const getThemeCookieName = (isSecure: boolean) =>
  `${isSecure ? '__Host-' : ''}stepmark.theme`

const themeDays = 365

export function readTheme(cookie: string | undefined): Theme {
  return cookie === 'light' || cookie === 'dark' ? cookie : 'system'
}

/** Applies a theme in the browser and stores it for the next page. */
export function setTheme(theme: Theme): void {
  const { classList } = document.documentElement
  classList.remove('light', 'dark')
  if (theme !== 'system') classList.add(theme)
  document.cookie = formatThemeCookie(theme, location.protocol === 'https:')
}

export function formatThemeCookie(theme: Theme, isSecure: boolean): string {
  const maxAge = theme === 'system' ? 0 : themeDays * 24 * 60 * 60
  const cookie = `${getThemeCookieName(isSecure)}=${theme}; path=/; max-age=${maxAge}; samesite=lax`
  return isSecure ? `${cookie}; secure` : cookie
}
