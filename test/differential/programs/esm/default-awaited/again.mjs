const later = async () => 5
export let [one] = [1]
export default await later()
one++
