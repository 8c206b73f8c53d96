-- Looking at a dispute writes down what the provider says of it, which is mostly what is known. Staff hear of changes only:
-- the open page of a dispute looks again at each of them.
drop trigger disputes_tell_staff on disputes;
create trigger disputes_tell_staff after insert on disputes for each row execute function tell_of_dispute();
create trigger disputes_tell_staff_of_change after update on disputes
  for each row when (old.* is distinct from new.*) execute function tell_of_dispute();
