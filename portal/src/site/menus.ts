// Menu behaviour beyond CSS. On touch screens the first tap opens an entry instead of following its link. Escape and a
// press elsewhere close it. Tabs wider than the screen scroll to the current one.

function startDropDown(item: HTMLElement): void {
  const link = item.querySelector('a')
  let wasOpen = false
  // a touch focuses the link before its click arrives, and focus opens the menu
  link?.addEventListener('pointerdown', () => {
    wasOpen = item.matches(':focus-within') && !item.classList.contains('is-shut')
  })
  link?.addEventListener('click', (event) => {
    if (event.pointerType !== 'touch' || wasOpen) return
    event.preventDefault()
    item.classList.remove('is-shut')
    link.focus()
  })
  item.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    link?.focus()
    item.classList.add('is-shut')
  })
  for (const type of ['pointerleave', 'pointerenter'])
    item.addEventListener(type, () => item.classList.remove('is-shut'))
  item.addEventListener('focusout', (event) => {
    if (!item.contains(event.relatedTarget as Node | null)) item.classList.remove('is-shut')
  })
}

function startPopover(details: HTMLDetailsElement): void {
  document.addEventListener('click', (event) => {
    if (!details.contains(event.target as Node)) details.open = false
  })
  details.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !details.open) return
    details.open = false
    details.querySelector('summary')?.focus()
  })
}

function scrollToCurrentTab(tabs: HTMLElement): void {
  const current = tabs.querySelector<HTMLElement>('[aria-current]')
  if (!current) return
  const offset = current.getBoundingClientRect().left - tabs.getBoundingClientRect().left
  tabs.scrollLeft = offset - (tabs.clientWidth - current.offsetWidth) / 2
}

export function startMenus(): void {
  document.querySelectorAll<HTMLElement>('[data-menu]').forEach(startDropDown)
  document.querySelectorAll<HTMLDetailsElement>('details[data-popover]').forEach(startPopover)
  document.querySelectorAll<HTMLElement>('[data-tabs]').forEach(scrollToCurrentTab)
}
