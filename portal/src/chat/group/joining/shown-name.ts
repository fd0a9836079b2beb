// Explains the name under which the members of a group see a person who joins or creates it. Users have a random one in
// the chat.

export const describeShownName = (isCounsellor: boolean, moment = '加入后'): string =>
  isCounsellor
    ? `${moment}，组员会看到您的姓名。`
    : `${moment}，组员只看到“来访者”和几位字母数字，看不到您的姓名和头像。这个称呼和聊天账号在您的每个小组里都一样，同在别的小组的人可能认出您；在小组信息里，可以给这个小组单独取一个昵称。`
