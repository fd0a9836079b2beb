// Round picture of a counsellor, or the first letter of the name.
type AccountAvatarProps = { src: string; name: string; size?: 'small' | 'normal' | 'large' }

const sizes = {
  small: { box: 'size-9 text-base', px: 36 },
  normal: { box: 'size-14 text-xl', px: 56 },
  large: { box: 'size-24 text-3xl sm:size-30', px: 120 },
}

export function AccountAvatar({ src, name, size = 'normal' }: AccountAvatarProps) {
  const { box, px } = sizes[size]
  if (src.startsWith('/'))
    return (
      <img src={src} alt="" width={px} height={px} className={`${box} shrink-0 rounded-full bg-tint object-cover`} />
    )
  return (
    <span
      className={`${box} grid shrink-0 place-items-center rounded-full bg-tint font-semibold text-brand-deep`}
      aria-hidden="true"
    >
      {Array.from(name)[0] ?? ''}
    </span>
  )
}
