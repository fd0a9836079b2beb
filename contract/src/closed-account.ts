/** Replaces the name of a closed account for all readers. */
export const closedAccountName = '已注销的用户'
