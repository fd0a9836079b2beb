-- What could not go back the way it came goes to a bank account: the house's own, to be paid out by hand, or the payer's.
-- Which of them is told to the payer; the account itself is kept nowhere.
alter table refund add column redirected_to text;
alter table refund add constraint refund_redirected_known check (redirected_to in ('merchant', 'payer'));
