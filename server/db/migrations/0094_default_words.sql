-- First word list of the chat, which staff edit in the console. A list that was ever edited stays as it is.
insert into im_lexicon_word (word, action)
select word, action
from (
  -- refused: offers, which no one needs for telling of a problem; clients may write 赌博 or 吸毒
  select 2 as action, unnest(array[
    '裸聊', '援交', '招嫖', '迷奸药', '听话水', '博彩平台', '真人百家乐', '六合彩', '时时彩', '代下注',
    '刷单', '信用卡套现', '代办贷款', '办假证', '代开发票', '稳赚不赔', '高薪日结',
    '代开药', '代购处方药', '出售冰毒', '卖冰毒', '出售大麻', '上头电子烟'
  ]) as word
  union all
  -- masked: words that clients may quote, so that a message with them is sent; names with them are refused
  select 1, unnest(array['加微信', '约炮', '一夜情', '傻逼', '操你妈', '草泥马', '婊子', '王八蛋', '狗杂种'])
  union all
  -- left to the reader's page
  select 3, '包治'
) as default_words
where (select version from im_lexicon) = 1;
