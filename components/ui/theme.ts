export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const themeCookie = 'theme'

const themeDays = 365

export function readTheme(cookie: string | undefined): Theme {
  return cookie === 'light' || cookie === 'dark' ? cookie : 'system'
}

/** In the browser: shows a theme at once and keeps it for the next page. */
export function setTheme(theme: Theme): void {
  const { classList } = document.documentElement
  classList.remove('light', 'dark')
  if (theme !== 'system') classList.add(theme)
  const maxAge = theme === 'system' ? 0 : themeDays * 24 * 60 * 60
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${maxAge}; samesite=lax`
}
