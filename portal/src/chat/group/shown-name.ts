// Explains the name under which the members of a group see a person who joins. Users have a random one in the chat.

export const describeShownName = (isCounsellor: boolean): string =>
  isCounsellor
    ? '加入后，组员会看到您的姓名。'
    : '加入后，组员只看到“来访者”和几位字母数字，看不到您的姓名和头像；您可以在小组信息里取一个昵称。'
