fun main()
{ nowhere() }
