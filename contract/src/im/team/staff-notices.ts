// Mark of notification messages about what staff did in a group that accounts created. Their sender is the owner.
export const staffNoticeMark = JSON.stringify({ association: true })
